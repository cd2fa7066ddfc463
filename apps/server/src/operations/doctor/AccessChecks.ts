/**
 * The findings of `doctor` about the jobs that agencies see: the rows that disagree with the rule of the domain. Pure.
 */
import { isPublished, isSeenByAgency, isSeenByAll, type JobAccess } from "@partner-api/domain/Job"
import type { AgencyView } from "../../store/diagnosis/AgencyViews.ts"
import type { Finding } from "./Finding.ts"

/** The maximum number of kinds of disagreement that are named; one is enough to look for the cause. */
const namedMax = 5

/** The disagreement in pairs of a job and an agency; undefined where there is none. */
const disagreementOf = (view: AgencyView): string | undefined => {
  const job: JobAccess = {
    ...(view.status === null ? {} : { status: view.status }),
    ...(view.agency_access === null ? {} : { agency_access: view.agency_access })
  }
  const isSeen = isSeenByAgency(job, { isAssigned: view.is_assigned, hasApplied: view.has_applied })
  const isListed = isSeen && !isSeenByAll(job)
  if (view.is_listed && !isListed)
    return isSeen ? "open to all agencies and listed once more" : "shown and not to be seen"
  if (!view.is_listed && isListed) return "to be seen and not shown"
  if (view.is_listed && !view.is_same) return "shown in lists with members of before"
  return view.is_shown === null || view.is_shown === (view.is_assigned && isPublished(job))
    ? undefined
    : "with an assignment that is marked wrongly"
}

/** The finding; without views, they were not looked at. */
export const accessFindingOf = (views: ReadonlyArray<AgencyView> | undefined): Finding => {
  if (views === undefined) {
    const seen = "not looked at; partner-api doctor --deep reads which jobs each agency sees"
    return { check: "access", state: "good", seen }
  }
  const wrong = views.flatMap((view) => {
    const disagreement = disagreementOf(view)
    const count = view.pairs.toLocaleString("en")
    return disagreement === undefined ? [] : [`${count} ${disagreement}, the first ${view.first_pair}`]
  })
  return wrong.length === 0
    ? { check: "access", state: "good", seen: "agencies see the jobs that they may see, and no others" }
    : {
        check: "access",
        state: "bad",
        seen: `jobs of agencies: ${wrong.slice(0, namedMax).join("; ")}`,
        remedy:
          "Set the assignment of the job to the agency and delete it; where the agency keeps it, delete it first and set it again. Each write stores anew what the agency sees."
      }
}
