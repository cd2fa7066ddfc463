/** The first start is killed at every call that makes something last, and at every thirteenth write: 31 of 400. */
import { firstStartSurvives } from "./KilledFirstStart.ts"

firstStartSurvives(13)
