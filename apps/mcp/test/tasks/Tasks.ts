/**
 * All tasks, in the order in which they run.
 */
import { applicationTasks } from "./ApplicationTasks.ts"
import { employerTasks } from "./EmployerTasks.ts"
import { readingTasks } from "./ReadingTasks.ts"
import { recruiterTasks } from "./RecruiterTasks.ts"
import { refusalTasks } from "./RefusalTasks.ts"
import { searchTasks } from "./SearchTasks.ts"
import type { Task } from "./Task.ts"
import { troubleTasks } from "./TroubleTasks.ts"
import { writingTasks } from "./WritingTasks.ts"

export const tasks: ReadonlyArray<Task> = [
  ...readingTasks,
  ...searchTasks,
  ...writingTasks,
  ...applicationTasks,
  ...recruiterTasks,
  ...employerTasks,
  ...refusalTasks,
  ...troubleTasks
]
