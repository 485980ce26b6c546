// The script thread for programs of several files; the single-file agent starts itself instead.
import { serveScripts } from './serve.ts'

serveScripts()
