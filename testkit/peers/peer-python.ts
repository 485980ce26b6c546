// Finds the Python programs of other makers, which .ci/run installs.
import { execFileSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The Python of a folder of peers that has a module; nothing where it is not installed. */
export function peerPython(folder: string, module: string): string | undefined {
  const python = join(homedir(), '.cache/gatehouse', folder, 'bin/python3')
  try {
    execFileSync(python, ['-c', `import ${module}`], { stdio: 'ignore' })
    return python
  } catch {
    return undefined
  }
}
