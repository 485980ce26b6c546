// HTTP programs that we did not write: the server and the client of Python's standard library, and curl.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)
const fileOf = (name: string) => new URL(`./${name}`, import.meta.url).pathname

/** Whether a program is installed; its tests are skipped by name otherwise. */
function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
export const hasPython = (): boolean => has('python3')
export const hasCurl = (): boolean => has('curl')

export type HttpServer = { port: number; end(): Promise<void> }

/** Serves and stores the files of a folder; by TLS with the certificate of another folder. */
export async function startHttpServer(folder: string, certificates?: string): Promise<HttpServer> {
  const args = [fileOf('http-server.py'), folder, ...(certificates === undefined ? [] : [certificates])]
  const child: ChildProcess = spawn('python3', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const port = await Promise.race([
    once(child.stdout!, 'data').then(([data]) => Number(String(data))),
    exited.then(() => Promise.reject(new Error('the HTTP server has ended'))),
  ])
  return {
    port,
    async end() {
      child.kill()
      await exited
    },
  }
}

/** Posts documents by Python's client over one connection. Returns the statuses. */
export async function pythonPosts(port: number, path: string, token: string, documents: readonly string[]) {
  const { stdout } = await run('python3', [fileOf('http-client.py'), `${port}`, path, token, ...documents])
  return stdout.trim().split(' ').map(Number)
}

/** Posts one document by curl, with more of its arguments. Returns the status. */
export async function curlPosts(url: string, document: string, more: readonly string[] = []): Promise<number> {
  const quiet = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}']
  const json = ['--header', 'Content-Type: application/json', '--data-binary', document]
  const { stdout } = await run('curl', [...quiet, ...json, ...more, url])
  return Number(stdout)
}
