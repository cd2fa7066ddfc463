/**
 * What is known of a candidate beside name and addresses: each member once.
 */

/** Every fact about a candidate. */
export const candidateFacts = {
  salary_expectation: { amount_cents: 7_200_000, currency: "EUR", period: "YEAR" },
  available_from: "2026-03-01",
  notice_period_days: 30,
  work_authorization: { country_code: "DE", needs_sponsorship: true },
  current_title: "Engineer",
  current_company: "Globex",
  links: ["https://example.com/grace", "https://example.com/compiler"]
} as const
