/**
 * Where the console is, the page that uses the operators' API. Alone in its file: commands name it and need nothing of the API.
 */
export const consolePath = "/console"
