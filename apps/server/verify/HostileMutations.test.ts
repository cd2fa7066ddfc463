/** Ten thousand good requests with something changed: two hundred of each endpoint. */
import { mutationsAreAnswered } from "./MutatedRequests.ts"

mutationsAreAnswered(10_000)
