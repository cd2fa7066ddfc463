/**
 * Jobs for people.
 */
import type { Job } from "../../core/Model.ts"

/** A job in a line. */
export const jobLine = ({ id, location, status, title }: Job): string =>
  [id, title, status, location].filter((part) => part !== undefined).join("  ")
