/** The small twin of `long/imports/Million.test.ts`; that of an import that is killed is `Killed.test.ts`. */
import { importsJobs, manyJobs } from "./ManyJobs.ts"

importsJobs(manyJobs(10_000))
