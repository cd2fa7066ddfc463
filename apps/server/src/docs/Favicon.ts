/**
 * The icon of the documentation page, which browsers ask for by a path of their own: a blue square with a white P, 32 pixels wide.
 */
import { staticAnswer } from "@partner-api/service/http/StaticAnswer"

/** Where browsers look for an icon. */
export const faviconPath = "/favicon.ico"

const icon =
  "AAABAAEAICAAAAEAIACpAAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAIDAAAADhSSZwAAAAlQTFRFAAAAJWPr////C1CQ8wAAAAN0Uk5TAP//RFDWIQAAAExJREFUeNpj" +
  "YGANBYIABgaGUDBggAiAhOAMUQgjBMEIhQIgI2rVKjhjKQZjJYSxNAzGCF2FzoBJwRVjMycUpot8BqYvMH0KDwRYsAAAEwhbsoK5ZEIAAAAASUVORK5CYII="

/** The answer that is the icon. */
export const favicon = staticAnswer(Buffer.from(icon, "base64"), "image/x-icon")
