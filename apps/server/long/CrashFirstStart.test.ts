/** The first start is killed at every call that makes something last, and at every third of 400 writes. */
import { firstStartSurvives } from "../verify/KilledFirstStart.ts"

firstStartSurvives(3)
