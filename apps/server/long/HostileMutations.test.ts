/** Fifty thousand good requests with something changed. */
import { mutationsAreAnswered } from "../verify/MutatedRequests.ts"

mutationsAreAnswered(50_000)
