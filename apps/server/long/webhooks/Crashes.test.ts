/** `kill -9` of the process that delivers, 50 times on each engine: moments between a request and its commit that few kills hit. */
import { deliveryLosesNothing } from "../../verify/webhooks/CrashedDelivery.ts"

deliveryLosesNothing(50)
