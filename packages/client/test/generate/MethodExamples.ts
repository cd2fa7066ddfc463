/**
 * The examples of the methods, as programs call them. Written by `pnpm generate` from the contract, as the comments of the methods are.
 */
import type { PartnerClient } from "../../src/index.ts"

/** The organization of the examples. */
export const exampleOrganizationId = "org_acme"

/** Each method, called as in its example. */
export const methodExamples = {
  "oauth.metadata": (partner: PartnerClient) => {
    const { oauth } = partner
    return oauth.metadata()
  },
  "oauth.resource": (partner: PartnerClient) => {
    const { oauth } = partner
    return oauth.resource()
  },
  "organizations.list": (partner: PartnerClient) => {
    const { organizations } = partner
    return organizations.list()
  },
  "organizations.create": (partner: PartnerClient) => {
    const { organizations } = partner
    return organizations.create({ name: "Analytical Engines" })
  },
  "client.get": (partner: PartnerClient) => {
    const { client } = partner
    return client.get()
  },
  "client.requests": (partner: PartnerClient) => {
    const { client } = partner
    return client.requests()
  },
  "clientSecrets.create": (partner: PartnerClient) => {
    const { clientSecrets } = partner
    return clientSecrets.create()
  },
  "clientSecrets.remove": (partner: PartnerClient) => {
    const { clientSecrets } = partner
    return clientSecrets.remove("sec_1f0a9c3b")
  },
  "settings.get": (partner: PartnerClient) => {
    const { settings } = partner.organization("org_acme")
    return settings.get()
  },
  "settings.update": (partner: PartnerClient) => {
    const { settings } = partner.organization("org_acme")
    return settings.update({ settings: { agency_access: "ASSIGNED" } })
  },
  "jobs.list": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.list()
  },
  "jobs.create": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.create({ title: "Engineer", description: "Builds engines.", status: "OPEN" })
  },
  "jobs.get": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.get("job_00000001")
  },
  "jobs.update": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.update("job_00000001", { status: "OPEN", location: null })
  },
  "jobs.assignments": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.assignments("job_00000001")
  },
  "jobs.getAssignment": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.getAssignment("job_00000001", "agy_hirewell")
  },
  "jobs.assign": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.assign("job_00000001", "agy_hirewell", {
      submission_limit: 100,
      instructions: "Call the hiring manager first."
    })
  },
  "jobs.unassign": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_acme")
    return jobs.unassign("job_00000001", "agy_hirewell")
  },
  "applications.list": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.list()
  },
  "applications.submit": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.submit({
      job_id: "job_00000001",
      agency_id: "agy_hirewell",
      candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
      external_id: "CAND-7"
    })
  },
  "applications.check": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.check({
      job_id: "job_00000001",
      agency_id: "agy_hirewell",
      candidate: { email: "grace@example.com" }
    })
  },
  "applications.get": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.get("app_00000001_1")
  },
  "applications.update": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.update("app_00000001_1", { candidate: { phone: "+4915112345678" }, note: null })
  },
  "applications.requestConfirmation": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.requestConfirmation("app_00000001_1")
  },
  "applications.eraseCandidate": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.eraseCandidate("app_00000001_1")
  },
  "applications.transition": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.transition("app_00000001_1", { action: "confirm" })
  },
  "applications.history": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_acme")
    return applications.history("app_00000001_1")
  },
  "attachments.list": (partner: PartnerClient) => {
    const { attachments } = partner.organization("org_acme")
    return attachments.list("app_00000001_1")
  },
  "attachments.get": (partner: PartnerClient) => {
    const { attachments } = partner.organization("org_acme")
    return attachments.get("app_00000001_1", "att_01KGAS0F00A2C4E6G8J0K2M4N6")
  },
  "attachments.remove": (partner: PartnerClient) => {
    const { attachments } = partner.organization("org_acme")
    return attachments.remove("app_00000001_1", "att_01KGAS0F00A2C4E6G8J0K2M4N6")
  },
  "messages.list": (partner: PartnerClient) => {
    const { messages } = partner.organization("org_acme")
    return messages.list("app_00000001_1")
  },
  "messages.create": (partner: PartnerClient) => {
    const { messages } = partner.organization("org_acme")
    return messages.create("app_00000001_1", { body: "Could she start in March?" })
  },
  "rejectionReasons.list": (partner: PartnerClient) => {
    const { rejectionReasons } = partner.organization("org_acme")
    return rejectionReasons.list()
  },
  "rejectionReasons.get": (partner: PartnerClient) => {
    const { rejectionReasons } = partner.organization("org_acme")
    return rejectionReasons.get("position_cancelled")
  },
  "rejectionReasons.set": (partner: PartnerClient) => {
    const { rejectionReasons } = partner.organization("org_acme")
    return rejectionReasons.set("position_cancelled", { text: "The position is on hold", category: "JOB" })
  },
  "rejectionReasons.remove": (partner: PartnerClient) => {
    const { rejectionReasons } = partner.organization("org_acme")
    return rejectionReasons.remove("position_cancelled")
  },
  "placements.list": (partner: PartnerClient) => {
    const { placements } = partner.organization("org_acme")
    return placements.list()
  },
  "placements.get": (partner: PartnerClient) => {
    const { placements } = partner.organization("org_acme")
    return placements.get("plc_00000012_6")
  },
  "placements.transition": (partner: PartnerClient) => {
    const { placements } = partner.organization("org_acme")
    return placements.transition("plc_00000012_6", { action: "settle", status: "INVOICED", reference: "INV-7" })
  },
  "placements.history": (partner: PartnerClient) => {
    const { placements } = partner.organization("org_acme")
    return placements.history("plc_00000012_6")
  },
  "users.list": (partner: PartnerClient) => {
    const { users } = partner.organization("org_acme")
    return users.list()
  },
  "users.create": (partner: PartnerClient) => {
    const { users } = partner.organization("org_acme")
    return users.create({ first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" })
  },
  "users.get": (partner: PartnerClient) => {
    const { users } = partner.organization("org_acme")
    return users.get("usr_00000001")
  },
  "users.update": (partner: PartnerClient) => {
    const { users } = partner.organization("org_acme")
    return users.update("usr_00000001", { status: "DISABLED" })
  },
  "agencies.list": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.list()
  },
  "agencies.create": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.create({
      name: "Good Hands",
      recruiters: [{ first_name: "Robin", last_name: "Doe", email: "robin@goodhands.example" }]
    })
  },
  "agencies.update": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.update("agy_hirewell", { external_id: "AG-1" })
  },
  "agencies.get": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.get("agy_hirewell")
  },
  "agencies.getFees": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.getFees("agy_hirewell")
  },
  "agencies.setFees": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.setFees("agy_hirewell", {
      optimizedFee: false,
      customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500000, note: "Senior roles" }]
    })
  },
  "agencies.previewFees": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.previewFees("agy_hirewell", { base_salary_cents: 7200000, currency: "EUR" })
  },
  "agencies.feesHistory": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.feesHistory("agy_hirewell")
  },
  "agencies.assignments": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_acme")
    return agencies.assignments("agy_hirewell")
  },
  "agencyInvitations.list": (partner: PartnerClient) => {
    const { agencyInvitations } = partner.organization("org_acme")
    return agencyInvitations.list()
  },
  "agencyInvitations.create": (partner: PartnerClient) => {
    const { agencyInvitations } = partner.organization("org_acme")
    return agencyInvitations.create({
      company_name: "Talent North",
      first_name: "Kim",
      last_name: "Berg",
      email: "kim@talentnorth.example"
    })
  },
  "agencyInvitations.get": (partner: PartnerClient) => {
    const { agencyInvitations } = partner.organization("org_acme")
    return agencyInvitations.get("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
  },
  "agencyInvitations.resend": (partner: PartnerClient) => {
    const { agencyInvitations } = partner.organization("org_acme")
    return agencyInvitations.resend("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
  },
  "agencyInvitations.revoke": (partner: PartnerClient) => {
    const { agencyInvitations } = partner.organization("org_acme")
    return agencyInvitations.revoke("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
  },
  "invitations.show": (partner: PartnerClient) => {
    const { invitations } = partner
    return invitations.show({ token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4" })
  },
  "invitations.accept": (partner: PartnerClient) => {
    const { invitations } = partner
    return invitations.accept({ token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4" })
  },
  "confirmations.show": (partner: PartnerClient) => {
    const { confirmations } = partner
    return confirmations.show({ token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4" })
  },
  "confirmations.decide": (partner: PartnerClient) => {
    const { confirmations } = partner
    return confirmations.decide({ token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4", decision: "CONFIRM" })
  },
  "erasureRequests.list": (partner: PartnerClient) => {
    const { erasureRequests } = partner.organization("org_acme")
    return erasureRequests.list()
  },
  "erasureRequests.create": (partner: PartnerClient) => {
    const { erasureRequests } = partner.organization("org_acme")
    return erasureRequests.create({ email: "grace@example.com" })
  },
  "erasureRequests.get": (partner: PartnerClient) => {
    const { erasureRequests } = partner.organization("org_acme")
    return erasureRequests.get("era_01KGAS0F00B3D5F7H9J1K3M5N7")
  },
  "subjectExports.create": (partner: PartnerClient) => {
    const { subjectExports } = partner.organization("org_acme")
    return subjectExports.create({ email: "grace@example.com" })
  },
  "events.list": (partner: PartnerClient) => {
    const { events } = partner.organization("org_acme")
    return events.list()
  },
  "events.get": (partner: PartnerClient) => {
    const { events } = partner.organization("org_acme")
    return events.get("evt_00000000000070000000000000")
  },
  "eventTypes.list": (partner: PartnerClient) => {
    const { eventTypes } = partner
    return eventTypes.list()
  },
  "webhookEndpoints.list": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.list()
  },
  "webhookEndpoints.create": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.create({ url: "https://example.com/webhooks", types: ["application.*", "job.closed"] })
  },
  "webhookEndpoints.get": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.get("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
  },
  "webhookEndpoints.update": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.update("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", { types: ["*"] })
  },
  "webhookEndpoints.delete": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.delete("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
  },
  "webhookEndpoints.rotateSecret": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.rotateSecret("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", { expires_previous_in: 3600 })
  },
  "webhookEndpoints.test": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.test("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
  },
  "webhookEndpoints.deliveries": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.deliveries("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
  },
  "webhookEndpoints.redeliver": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.redeliver("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", "evt_00000000000070000000000000")
  },
  "webhookEndpoints.recover": (partner: PartnerClient) => {
    const { webhookEndpoints } = partner.organization("org_acme")
    return webhookEndpoints.recover("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", {
      since: "2026-01-31T09:30:00.000Z",
      only: "failed"
    })
  },
  "auditLog.list": (partner: PartnerClient) => {
    const { auditLog } = partner.organization("org_acme")
    return auditLog.list()
  },
  "system.live": (partner: PartnerClient) => {
    const { system } = partner
    return system.live()
  },
  "system.ready": (partner: PartnerClient) => {
    const { system } = partner
    return system.ready()
  },
  "system.extensions": (partner: PartnerClient) => {
    const { system } = partner
    return system.extensions()
  },
  "system.openapi": (partner: PartnerClient) => {
    const { system } = partner
    return system.openapi()
  }
}
