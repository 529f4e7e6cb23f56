package wardlight

import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.condition.EnabledOnOs
import org.junit.jupiter.api.condition.OS

/** What calls leave behind, measured where the system tells. */
@EnabledOnOs(OS.LINUX)
class MemoryTest {
    @Test
    fun `ten thousand calls leave nothing behind`() = runBlocking {
        Screener.open().use { screener ->
            suspend fun calls(count: Int) = repeat(count) { i ->
                val harsh = i % 8 == 1
                screener.screen(Detector.BULLYING, if (harsh) "ur such a loser $i" else "see you at practice")
                if (i % 5 == 0) runCatching { screener.screen(Detector.BULLYING, Request(externalId = "$i")) }
            }
            calls(3_000)
            // The heap of the JVM and its compiled code settle now and then; what calls leave behind is left by every round.
            val grown = (1..3).minOf {
                System.gc()
                val before = residentKiB()
                calls(10_000)
                System.gc()
                residentKiB() - before
            }
            report("memory: ${"%+d".format(grown)} KiB after 10,000 calls (2,000 of them errors beside), the least of three rounds")
            assertTrue(grown < BOUND_KIB, "$grown KiB")
        }
    }

    @Test
    fun `closing frees the model`() = runBlocking {
        suspend fun lives(count: Int) = repeat(count) {
            Screener.open().use { it.screen(Detector.BULLYING, "ur such a loser nobody even likes you") }
        }
        lives(3)
        // The allocator keeps some of it for the threads of the dispatcher; a model that is not freed is lost in every round.
        val grown = (1..3).minOf {
            val before = residentKiB()
            lives(10)
            residentKiB() - before
        }
        report("memory: ${"%+d".format(grown)} KiB after ten screeners were opened and closed, the least of three rounds")
        assertTrue(grown < ONE_MODEL_KIB, "$grown KiB") // ten models would be several hundred MB
    }

    private companion object {
        const val BOUND_KIB = 8 * 1024L
        const val ONE_MODEL_KIB = 48 * 1024L
    }
}
