/** `kill -9` of PostgreSQL and of nodes under twelve writers, 50 times each: moments of a commit that few kills hit. */
import { writersLoseNothing } from "../../verify/nodes/CrashedNodes.ts"

writersLoseNothing(50)
