/**
 * The scenarios of what this project decided, in the order they run.
 */
import { agencyWrites } from "./Agencies.ts"
import { applications } from "./Applications.ts"
import { assignments } from "./Assignments.ts"
import { attachments } from "./Attachments.ts"
import { audit } from "./Audit.ts"
import { bodies } from "./Bodies.ts"
import { candidates } from "./Candidates.ts"
import { conditional } from "./Conditional.ts"
import { discovery } from "./Discovery.ts"
import { events } from "./Events.ts"
import { errors } from "./Errors.ts"
import { confirmations } from "./Confirmations.ts"
import { fees } from "./Fees.ts"
import { feePreview } from "./FeePreview.ts"
import { feesHistory } from "./FeesHistory.ts"
import { filters } from "./Filters.ts"
import { invitations } from "./Invitations.ts"
import { jobFacts } from "./JobFacts.ts"
import { jobQuestions } from "./JobQuestions.ts"
import { jobWrites } from "./JobWrites.ts"
import { limits } from "./Limits.ts"
import { lists } from "./Lists.ts"
import { erasures } from "./Erasures.ts"
import { messages } from "./Messages.ts"
import { placements } from "./Placements.ts"
import { ownClient } from "./OwnClient.ts"
import { oauth } from "./OAuth.ts"
import { reasons } from "./Reasons.ts"
import { repetition } from "./Repetition.ts"
import { resources } from "./Resources.ts"
import { revocation } from "./Revocation.ts"
import { search } from "./Search.ts"
import { terms } from "./Terms.ts"
import { tokens } from "./Tokens.ts"
import { users } from "./Users.ts"
import { userWrites } from "./UserWrites.ts"
import { webhooks } from "./Webhooks.ts"

export const decided = [
  tokens,
  ownClient,
  errors,
  bodies,
  oauth,
  lists,
  resources,
  users,
  applications,
  candidates,
  confirmations,
  userWrites,
  agencyWrites,
  attachments,
  messages,
  reasons,
  placements,
  erasures,
  invitations,
  assignments,
  jobWrites,
  jobFacts,
  jobQuestions,
  filters,
  search,
  fees,
  feePreview,
  feesHistory,
  terms,
  repetition,
  conditional,
  revocation,
  audit,
  events,
  webhooks,
  limits,
  discovery
].flat()
