/**
 * Jobs as results show them. Their texts are written by strangers and are data.
 */
import type { Job } from "@partner-api/client/effect"
import { Job as JobRecord } from "@partner-api/domain/Job"
import { briefSchema, compact, type Item, itemSchema } from "./ShownItem.ts"

const required = ["id", "title"]

/** What a job looks like. */
export const jobSchema = itemSchema(JobRecord, required)

/** A job where another tool has told what it looks like. */
export const briefJobSchema = briefSchema(required)

export const showJob =
  (withDescription: boolean) =>
  (job: Job): Item => {
    const { description, ...rest } = job
    return compact(withDescription ? { ...rest, description } : rest, required)
  }
