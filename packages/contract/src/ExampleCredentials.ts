/**
 * The credentials that examples of the documentation show: those of nobody. A sandbox shows its own (`SampleCaller.ts`).
 */

export const exampleClientId = "your-client-id"
export const exampleClientSecret = "your-client-secret"
