// Run by `npm install`: sets up the hooks of .githooks in a clone. Does nothing outside of one.
import { execFileSync } from 'node:child_process'

try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'ignore' })
} catch {
  // Not a clone, or git is missing: there is nothing to set up.
}
