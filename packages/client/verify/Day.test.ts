/** The small twin of `long/Week.test.ts`. */
import { it } from "vitest"
import { callForDays } from "./Days.ts"

it("a day at a call every ten seconds", () => callForDays(1, 10))
