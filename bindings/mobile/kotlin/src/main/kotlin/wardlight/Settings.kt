package wardlight

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject

/** How a [Screener] works; every setting may be left out. */
@Serializable
public data class Settings(
    /** Numbers of the rules that differ from the default ones. */
    val policy: JsonObject? = null,
    /** Ceilings of requests, by their names. */
    val limits: Map<String, Long>? = null,
    /** Without it clearly harmless messages are read in full too. */
    @SerialName("early_exit")
    val earlyExit: Boolean = true,
    /** Folder with the model; the one inside the library when absent. A library built without one needs it. */
    val bundle: String? = null,
)
