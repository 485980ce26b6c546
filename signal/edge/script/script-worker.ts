// The thread of scripts where programs are more files than one; the agent of one file starts itself.
import { serveScripts } from './serve.ts'

serveScripts()
