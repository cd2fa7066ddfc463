/** Seven days at a call a second, which takes minutes. */
import { it } from "vitest"
import { callForDays } from "../verify/Days.ts"

it("seven days at a call a second", () => callForDays(7, 1))
