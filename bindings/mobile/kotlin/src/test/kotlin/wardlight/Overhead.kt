package wardlight

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/**
 * What the binding costs beside the model, in one run; bindings/mobile/README.md tells how to start it.
 *
 * [assess] without signals, on the thread that `screen` takes, goes every step of the binding (switch, write, cross, judge,
 * cross back, read) and asks no model, so its time over that of `screen` bounds the share of the binding from above.
 */
fun main(): Unit = runBlocking {
    val text = "nobody is saving you a seat tomorrow or ever, we made a new group chat without you so dont even ask"
    Screener.open(Settings(earlyExit = false)).use { screener ->
        val whole = median(1_000) { screener.screen(Detector.BULLYING, text) }
        val beside = median(1_000) {
            withContext(Dispatchers.Default) { assess(Detector.BULLYING, Request(text = text), emptyList()) }
        }
        println("${text.length} characters: screen ${whole / 1000} us, of which binding and rules ${beside / 1000} us")
        println("binding: at most %.1f %%".format(100.0 * beside / whole))
    }
}

private suspend fun median(calls: Int, call: suspend () -> Unit): Long {
    repeat(calls) { call() }
    val times = List(calls) {
        val start = System.nanoTime()
        call()
        System.nanoTime() - start
    }
    return times.sorted()[calls / 2]
}
