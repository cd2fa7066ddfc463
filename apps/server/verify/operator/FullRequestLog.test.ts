/** A request log of ten thousand requests answers an operator in time. `long/operator` fills one of a million. */
import { fullLogAnswers } from "./FullRequestLog.ts"

fullLogAnswers(10_000)
