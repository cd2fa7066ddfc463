/** `kill -9` of the process that delivers, 15 times on each engine: the control sees one event that is lost. */
import { deliveryLosesNothing } from "./CrashedDelivery.ts"

deliveryLosesNothing(15)
