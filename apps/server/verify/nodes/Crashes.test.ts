/**
 * `kill -9` of PostgreSQL and of nodes under twelve writers, 15 times each: every node dies in five trials, and a write that is acknowledged before it is
 * on disk is lost in each trial of the control.
 */
import { writersLoseNothing } from "./CrashedNodes.ts"

writersLoseNothing(15)
