#!/usr/bin/env node
/**
 * The program `partner-api-conformance`: wiring only.
 */
