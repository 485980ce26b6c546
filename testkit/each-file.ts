// Test files share the modules of their worker, so that each is loaded once: changes of a file to its surroundings are
// reverted when it ends.
import { afterAll, vi } from 'vitest'
import { language, setLanguage } from '../ui/language.ts'

const env = { ...process.env }
const spoken = language()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Some packages set variables that programs started later would read.
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name]
  Object.assign(process.env, env)
  setLanguage(spoken)
})
