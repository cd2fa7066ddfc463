/** A request log of a million requests answers an operator in time. */
import { fullLogAnswers } from "../../verify/operator/FullRequestLog.ts"

fullLogAnswers(1_000_000)
