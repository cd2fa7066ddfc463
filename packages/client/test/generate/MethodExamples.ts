/**
 * The examples of the methods, as programs call them. Written by `pnpm generate` from the contract, as the comments of the methods are.
 */
import type { PartnerClient } from "../../src/index.ts"

/** The organization of the examples. */
export const exampleOrganizationId = "org_01KGAS0F00X7C2V9M4N8T6R3QZ"

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
  "jobs.list": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return jobs.list()
  },
  "jobs.create": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return jobs.create({ title: "Engineer", description: "Builds engines.", status: "OPEN" })
  },
  "jobs.get": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return jobs.get("job_01KGAS0F00B5Y1D8K3W7H2J4PA")
  },
  "jobs.update": (partner: PartnerClient) => {
    const { jobs } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return jobs.update("job_01KGAS0F00B5Y1D8K3W7H2J4PA", { status: "OPEN", location: null })
  },
  "applications.list": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return applications.list()
  },
  "applications.submit": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return applications.submit({
      job_id: "job_00000001",
      candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
      external_id: "CAND-7"
    })
  },
  "applications.get": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return applications.get("app_01KGAS0F00H8Q2Z6W4M1V9C5TN")
  },
  "applications.update": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return applications.update("app_01KGAS0F00H8Q2Z6W4M1V9C5TN", { candidate: { phone: "+4915112345678" }, note: null })
  },
  "applications.transition": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return applications.transition("app_01KGAS0F00H8Q2Z6W4M1V9C5TN", { action: "keep" })
  },
  "applications.history": (partner: PartnerClient) => {
    const { applications } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return applications.history("app_01KGAS0F00H8Q2Z6W4M1V9C5TN")
  },
  "users.list": (partner: PartnerClient) => {
    const { users } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return users.list()
  },
  "users.create": (partner: PartnerClient) => {
    const { users } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return users.create({ first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" })
  },
  "users.get": (partner: PartnerClient) => {
    const { users } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return users.get("usr_01KGAS0F00F6G9S1Q4Z8E2V7MB")
  },
  "users.update": (partner: PartnerClient) => {
    const { users } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return users.update("usr_01KGAS0F00F6G9S1Q4Z8E2V7MB", { status: "DISABLED" })
  },
  "agencies.list": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return agencies.list()
  },
  "agencies.get": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return agencies.get("agy_01KGAS0F00M3T7R5X1C9N6K8YD")
  },
  "agencies.getFees": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return agencies.getFees("agy_01KGAS0F00M3T7R5X1C9N6K8YD")
  },
  "agencies.setFees": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return agencies.setFees("agy_01KGAS0F00M3T7R5X1C9N6K8YD", {
      optimizedFee: false,
      customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500000, note: "Senior roles" }]
    })
  },
  "agencies.previewFees": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return agencies.previewFees("agy_01KGAS0F00M3T7R5X1C9N6K8YD", { base_salary_cents: 7200000, currency: "EUR" })
  },
  "agencies.feesHistory": (partner: PartnerClient) => {
    const { agencies } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
    return agencies.feesHistory("agy_01KGAS0F00M3T7R5X1C9N6K8YD")
  },
  "auditLog.list": (partner: PartnerClient) => {
    const { auditLog } = partner.organization("org_01KGAS0F00X7C2V9M4N8T6R3QZ")
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
