package wardlight

import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test

/** The library as apps ship it, with the model in a folder of its own. test.sh runs this with such a library. */
@Tag("without-bundle")
class WithoutBundleTest {
    @Test
    fun `it asks for the model`() = runBlocking {
        val error = runCatching { Screener.open() }.exceptionOrNull() as WardlightException
        assertEquals(ErrorKind.MODEL_UNAVAILABLE to "MODEL_BUNDLE_MISSING", error.kind to error.detail)
    }

    @Test
    fun `it loads the model from a folder`() = runBlocking {
        Screener.open(Settings(bundle = "../../../models/text")).use { screener ->
            assertTrue(screener.screen(Detector.BULLYING, "ur such a loser nobody even likes you").detected)
        }
    }

    @Test
    fun `the phrase lists are inside`() {
        assertTrue(prescreen("Hi! Good morning", Detector.BULLYING).benignOnly)
    }
}
