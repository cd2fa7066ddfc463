/**
 * Unpacks the browser that comes with the development dependencies into the temporary folder of this process and prints where the
 * program is. A process of its own, because the package changes the environment of the process that loads it.
 */
import chromium from "@sparticuz/chromium"

process.stdout.write(await chromium.executablePath())
