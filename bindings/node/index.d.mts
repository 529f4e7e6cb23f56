import * as wardlight from './index.js'

export * from './index.js'
export default wardlight
