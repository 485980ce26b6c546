// A real NetworkManager in its own namespaces, with its own network, processes, bus and folders, from which the
// machine's network cannot be reached. A user other than root has the rights of root only inside these namespaces.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRunner, outputOf, type Run } from '../../signal/edge/linux/run.ts'
import { eventually } from '../eventually.ts'

/**
 * The folder into which `.ci/run` unpacks the packages: an installed NetworkManager would take over the machine's own
 * network.
 */
const unpacked = join(homedir(), '.cache/gatehouse/network-manager')
const libraries = ['usr/lib', 'lib'].flatMap((folder) =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((architecture) => join(unpacked, folder, architecture)),
)
const programs = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'].flatMap((folder) => [join(unpacked, folder), folder])
const environment = [`PATH=${programs.join(':')}`, `LD_LIBRARY_PATH=${libraries.join(':')}`, 'LC_ALL=C']

const isRoot = process.getuid?.() === 0

const busConfig = `<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
`
const managerConfig = (profiles: string) => `[main]
plugins=keyfile
dns=none
rc-manager=unmanaged
no-auto-default=*
auth-polkit=false
[keyfile]
path=${profiles}
unmanaged-devices=interface-name:plc0;interface-name:isp0
`
// The port lan0 leads to a PLC, the port up0 to a provider. Waits until its input ends.
const world = `set -e
mount -t sysfs -o ro sysfs /sys
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/lib
mkdir -p /run/dbus
ip link set lo up
ip link add lan0 type veth peer name plc0
ip link add up0 type veth peer name isp0
ip link set plc0 up
ip link set isp0 up
echo ready
cat`

export type NetworkWorld = {
  /** Runs a program in the namespaces. */
  run: Run
  /** Simulates a start of the box after a power cut. */
  reboot(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startNetworkManager(): Promise<NetworkWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'network-'))
  const profiles = join(folder, 'profiles')
  await writeFile(join(folder, 'bus.conf'), busConfig)
  await writeFile(join(folder, 'manager.conf'), managerConfig(profiles))
  const own = [...(isRoot ? [] : ['-r']), '-n', '-m', '-p', '-f', '--kill-child', '--mount-proc']
  const holder = spawn('unshare', [...own, 'sh', '-c', world], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject)
    holder.once('exit', (code) => reject(new Error(`no network of its own: unshare ended with ${code}`)))
    holder.stdout!.once('data', () => resolve())
  })
  const inside = (await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')).trim()
  const enter = [
    '-t',
    inside,
    ...(isRoot ? [] : ['-U', '--preserve-credentials']),
    '-n',
    '-m',
    '-p',
    'env',
    '-i',
    ...environment,
  ]
  const runner = createRunner()
  const run: Run = (program, args, options) => runner.run('nsenter', [...enter, program, ...args], options)
  if ((await run('NetworkManager', ['--version'])).code !== 0) {
    holder.kill('SIGTERM')
    throw new Error('NetworkManager is missing: .ci/run unpacks it')
  }
  const start = (...command: string[]) => spawn('nsenter', [...enter, ...command], { stdio: 'ignore' })
  const bus = start('dbus-daemon', `--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--nopidfile')
  const manage = async (): Promise<ChildProcess> => {
    const config = ['--config', join(folder, 'manager.conf'), '--config-dir', join(folder, 'none')]
    const files = ['--state-file', join(folder, 'state'), '--intern-config', join(folder, 'intern.conf')]
    const started = start('NetworkManager', '--no-daemon', ...config, ...files)
    await eventually(async () => {
      const out = await outputOf(run, ['nmcli', '-t', '-f', 'RUNNING,STARTUP', 'general'])
      if (!out.startsWith('running:started')) throw new Error(out)
    })
    return started
  }
  await eventually(() => {
    if (!existsSync(`/proc/${inside}/root/run/dbus/system_bus_socket`)) throw new Error('no bus yet')
  })
  let manager = await manage()
  const ended = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return {
    run,
    async reboot() {
      await ended(manager)
      await run('pkill', ['-x', 'NetworkManager'])
      for (const port of ['lan0', 'up0']) {
        await outputOf(run, ['ip', 'addr', 'flush', 'dev', port])
        await outputOf(run, ['ip', 'link', 'set', port, 'down'])
      }
      await outputOf(run, ['rm', '-rf', '/run/NetworkManager'])
      manager = await manage()
    },
    async [Symbol.asyncDispose]() {
      await runner.stop()
      await ended(manager)
      await ended(bus)
      holder.stdin!.end()
      await new Promise<void>((resolve) => {
        holder.removeAllListeners('exit').once('exit', () => resolve())
        holder.kill('SIGTERM')
      })
      await rm(folder, { recursive: true })
    },
  }
}
