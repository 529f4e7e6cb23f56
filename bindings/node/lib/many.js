// Any number of items as batches; memory stays that of one batch.
'use strict'

// Lists of at most `size` items.
function* chunks(items, size) {
  let chunk = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length === size) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

// The same, of what may be waited for.
async function* chunksLater(items, size) {
  let chunk = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length === size) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

// Results of the batch that began at `start`, with the places that their items have among all.
function placed(results, start) {
  return results.map((result) => {
    const index = result.index + start
    const error = result.error?.replace(/^items\[\d+\]/, `items[${index}]`)
    return error === undefined ? { ...result, index } : { ...result, index, error }
  })
}

// How many items there are, where that is known beforehand.
function count(items, total) {
  return total ?? items.length ?? items.size
}

module.exports = { chunks, chunksLater, count, placed }
