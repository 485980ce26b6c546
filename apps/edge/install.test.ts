// The agent as a gateway gets it from the platform: downloaded, checked, installed below a folder, connected.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../core/sha256.ts'
import { signingKey } from '../../features/gateway/firmware/contract.ts'
import { queryUnclaimed, registerGateway } from '../../features/gateway/registry/contract.ts'
import { buildEdge } from '../../scripts/programs.mjs'
import { eventually } from '../../testkit/eventually.ts'
import { endProgram } from '../../testkit/program.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'

const root = resolve(import.meta.dirname, '../..')
const agent = 'gatehouse-edge.mjs'
let folder: string
let server: TestServer
let child: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-install-'))
  await buildEdge(root, folder)
  server = await testServer({}, { agentDir: folder })
}, 240_000)
afterEach(async () => {
  if (child) await endProgram(child)
  child = undefined
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

type Ran = { code: number | null; said: string }

/** Pipes the script of the platform into a shell without a terminal, as `curl … | sh -s -- …` does. */
async function install(args: string[], env: Record<string, string> = {}, url = server.url): Promise<Ran> {
  const script = await (await fetch(`${url}/agent/install.sh`)).text()
  const shell = spawn('setsid', ['sh', '-s', '--', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  shell.stdin.end(script)
  const code = await new Promise<number | null>((done) => shell.once('close', done))
  return { code, said }
}

const prefixOf = () => mkdtemp(join(folder, 'box-'))
const GATEWAY_SECRET = 'a-secret'

test('the platform serves the agent with its checksum, compressed only once while it is unchanged', async () => {
  const plain = await server.nobody.raw(`/agent/${agent}`, { headers: { 'accept-encoding': 'identity' } })
  const built = await readFile(join(folder, agent))
  expect(plain.headers.get('content-type')).toContain('text/javascript')
  expect(Buffer.from(await plain.arrayBuffer()).equals(built)).toBe(true)
  const checksum = await (await server.nobody.raw(`/agent/${agent}.sha256`)).text()
  expect(checksum).toBe(`${sha256(built).toString('hex')}  ${agent}\n`)
  const packed = await server.nobody.raw(`/agent/${agent}`, { headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(Buffer.from(await packed.arrayBuffer()).equals(built)).toBe(true)
  const etag = plain.headers.get('etag') ?? ''
  const again = await server.nobody.raw(`/agent/${agent}`, { headers: { 'if-none-match': etag } })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
})

test('the name of the agent alone leads to the agent', async () => {
  const answer = await server.nobody.raw(`/${agent}`)
  expect(answer.headers.get('content-type')).toContain('text/javascript')
  expect(new URL(answer.url).pathname).toBe(`/agent/${agent}`)
})

test('an installed agent connects to the platform that served it', async () => {
  const { sn, secret } = await server.admin.call(registerGateway, { sn: 'IN-0001', series: 'GH', model: 'GH-Linux' })
  const prefix = await prefixOf()
  const ran = await install(['--sn', 'in-0001', '--prefix', prefix], { GATEWAY_SECRET: secret })
  expect(ran).toMatchObject({ code: 0, said: expect.stringContaining(`Installed below ${prefix}`) })
  expect(ran.said).not.toContain(secret)
  const file = join(prefix, 'etc/gatehouse-edge.env')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const env = Object.fromEntries(
    (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
  expect(env).toEqual({
    ...{ GATEWAY_SN: sn, GATEWAY_SECRET: secret },
    MQTT_URL: `mqtt://127.0.0.1:${server.mqttPort}`,
    EDGE_FIRMWARE_KEY: (await server.admin.call(signingKey, {})).publicKey,
  })
  const unit = await readFile(join(prefix, 'etc/systemd/system/gatehouse-edge.service'), 'utf8')
  const [node, program] = /^ExecStart=(\S+) (\S+)$/m.exec(unit)!.slice(1)
  child = spawn(node!, [join(prefix, program!)], {
    env: { ...env, EDGE_DATA_DIR: join(prefix, 'data') },
    stdio: 'ignore',
  })
  await eventually(async () => {
    const { rows } = await server.admin.call(queryUnclaimed, { keyword: sn })
    expect(rows[0]?.state).toBe('online')
  })
})

test('the agent may be installed again, but not over another gateway', async () => {
  const prefix = await prefixOf()
  const first = await install(['--sn', 'IN-0002', '--prefix', prefix], { GATEWAY_SECRET })
  const again = await install(['--sn', 'IN-0002', '--prefix', prefix], { GATEWAY_SECRET: 'another' })
  expect([first.code, again.code]).toEqual([0, 0])
  expect(await readFile(join(prefix, 'etc/gatehouse-edge.env'), 'utf8')).toContain('GATEWAY_SECRET=another\n')
  const other = await install(['--sn', 'IN-0003', '--prefix', prefix], { GATEWAY_SECRET })
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('another gateway is installed here') })
})

test('the platform may be allowed to change the machine, also after another installation', async () => {
  const prefix = await prefixOf()
  const env = () => readFile(join(prefix, 'etc/gatehouse-edge.env'), 'utf8')
  const box = ['--manage-box', '--lan', 'enp2s0']
  expect((await install(['--sn', 'IN-0008', ...box, '--prefix', prefix], { GATEWAY_SECRET })).code).toBe(0)
  expect(await env()).toContain('\nEDGE_MANAGE_BOX=yes\nEDGE_LAN_INTERFACE=enp2s0\n')
  const rules = await readFile(join(prefix, 'etc/polkit-1/rules.d/60-gatehouse-edge.rules'), 'utf8')
  const asked: string[] = []
  const polkit = {
    Result: { YES: 'yes' },
    addRule(rule: (action: { id: string }, subject: { user: string }) => string | undefined) {
      const manager = 'org.freedesktop.NetworkManager'
      for (const user of ['gatehouse-edge', 'somebody'])
        for (const id of [`${manager}.network-control`, `${manager}.wifi.share.open`])
          asked.push(rule({ id }, { user }) ?? 'not decided')
    },
  }
  new Function('polkit', rules)(polkit)
  expect(asked).toEqual(['yes', 'not decided', 'not decided', 'not decided'])
  const dropIn = join(prefix, 'etc/systemd/system/gatehouse-edge.service.d/manage-box.conf')
  expect(await readFile(dropIn, 'utf8')).toMatch(/^\[Service\]\nPrivateDevices=no\n(\w+=[^\n]*\n)+$/)
  expect((await install(['--sn', 'IN-0008', '--prefix', prefix], { GATEWAY_SECRET })).code).toBe(0)
  expect(await env()).toContain('\nEDGE_MANAGE_BOX=yes\nEDGE_LAN_INTERFACE=enp2s0\n')
})

test('polkit can read the rules also where its folder was missing', async () => {
  const prefix = await prefixOf()
  const ran = await install(['--sn', 'IN-0010', '--manage-box', '--prefix', prefix], { GATEWAY_SECRET })
  expect(ran.code).toBe(0)
  for (const made of ['etc/polkit-1', 'etc/polkit-1/rules.d', 'etc/systemd/system/gatehouse-edge.service.d'])
    expect([made, (await stat(join(prefix, made))).mode & 0o777]).toEqual([made, 0o755])
})

test('a certificate authority is kept by another installation without one', async () => {
  const prefix = await prefixOf()
  const ca = join(prefix, 'ca.pem')
  await writeFile(ca, 'an authority\n')
  const args = ['--sn', 'IN-0011', '--prefix', prefix]
  expect((await install([...args, '--ca', ca], { GATEWAY_SECRET })).code).toBe(0)
  expect((await install(args, { GATEWAY_SECRET })).code).toBe(0)
  const env = await readFile(join(prefix, 'etc/gatehouse-edge.env'), 'utf8')
  expect(env.match(/^MQTT_CA_FILE=.*$/gm)).toEqual(['MQTT_CA_FILE=/etc/gatehouse-ca.pem'])
  expect(await readFile(join(prefix, 'etc/gatehouse-ca.pem'), 'utf8')).toBe('an authority\n')
})

test.each([
  ['a LAN that is none', ['--sn', 'IN-0009', '--manage-box', '--lan', 'eth1; id'], { GATEWAY_SECRET }, 'no network'],
  ['a LAN without --manage-box', ['--sn', 'IN-0009', '--lan', 'eth1'], { GATEWAY_SECRET }, 'is for --manage-box'],
  ['no serial number', [], {}, 'the serial number is missing'],
  ['no secret and no terminal', ['--sn', 'IN-0004'], {}, 'set GATEWAY_SECRET'],
  ['an unknown option', ['--secret', 'x'], {}, 'unknown option --secret'],
  ['a serial number that is none', ['--sn', 'a b'], { GATEWAY_SECRET }, '4 to 32 letters'],
])('%s is reported in one line, and nothing is installed', async (_, args, env, said) => {
  const prefix = await prefixOf()
  const ran = await install([...args, '--prefix', prefix], env)
  expect(ran).toMatchObject({ code: 1, said: expect.stringContaining(said) })
  await expect(stat(join(prefix, 'opt'))).rejects.toThrow('ENOENT')
})

test.each([
  ['none', undefined, 'there is none'],
  ['one that is too old', 'echo v18.20.4', 'node is v18.20.4'],
])('if Node is %s, the script says which one to install', async (_, node, said) => {
  const tools = await mkdtemp(join(folder, 'path-'))
  for (const tool of ['sh', 'cat', 'uname', 'tr', 'id', 'grep'])
    await writeFile(join(tools, tool), `#!/bin/sh\nPATH=/usr/bin:/bin exec ${tool} "$@"\n`, { mode: 0o755 })
  if (node) await writeFile(join(tools, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 })
  await mkdir(join(tools, 'box'))
  const script = await (await fetch(`${server.url}/agent/install.sh`)).text()
  const shell = spawn('/bin/sh', ['-s', '--', '--sn', 'IN-0005', '--prefix', join(tools, 'box')], {
    env: { PATH: tools, GATEWAY_SECRET },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let told = ''
  shell.stderr.on('data', (data: Buffer) => (told += data.toString()))
  shell.stdin.end(script)
  expect(await new Promise((done) => shell.once('close', done))).toBe(1)
  expect(told).toContain(said)
  expect(told).toMatch(/Node 20 or newer[\s\S]*node-v22\.x\.x-linux-(x64|arm64)\.tar\.xz/)
})

test('an agent with a wrong checksum is not installed', async () => {
  const damaged = await mkdtemp(join(folder, 'damaged-'))
  await buildEdge(root, damaged)
  await writeFile(join(damaged, agent), 'process.exit(0)')
  const other = await testServer({}, { agentDir: damaged })
  const prefix = await prefixOf()
  const ran = await install(['--sn', 'IN-0006', '--prefix', prefix], { GATEWAY_SECRET }, other.url)
  expect(ran).toMatchObject({ code: 1, said: expect.stringContaining('checksum') })
  await expect(stat(join(prefix, 'opt'))).rejects.toThrow('ENOENT')
  await other.stop()
})

test('a platform without a built agent reports that', async () => {
  const bare = await testServer({}, { agentDir: null })
  for (const file of [agent, `${agent}.sha256`, 'gatehouse-edge.service', 'install.sh']) {
    const answer = await bare.nobody.raw(`/agent/${file}`)
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run build:edge')])
  }
  await bare.stop()
})
