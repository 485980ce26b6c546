// An engineer programs a PLC remotely: starts remote download, runs the shown command, writes registers, ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo, startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { mbpoll, pymodbusWrites, startPymodbus } from '../testkit/peers/pymodbus.ts'
import { startAgent } from './agent.ts'
import { unique, uniqueSn } from './scene.ts'
import { expect, test } from './test.ts'

/** The output of the program, line by line, and its exit code. */
function heard(child: ChildProcess) {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()))
  return () => said
}

test('a PLC is programmed with the command of the panel, and the site resumes afterwards', async ({
  page,
  platform,
  request,
}) => {
  test.setTimeout(240_000)
  const plc = await startPymodbus({ 1: { H: { 0: 410, 1: 7 } } })
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-engineer-'))
  const sn = uniqueSn()
  const { id: equipmentId } = await platform(addEquipment, { name: unique('Press') })
  const { code, secret } = await platform(registerGateway, { sn })
  const { gatewayId } = await platform(bindGateway, { equipmentId, sn, code })
  const { version } = await platform(queryConfig, { equipmentId })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port: plc.port } }
  const saved = await platform(saveDriver, { equipmentId, version, driver })
  const driverId = saved.config.drivers[0]!.id
  const signal = { name: 'Force', title: 'Force', driverId, address: 'H:0', dataType: 'int16' } as const
  await platform(saveSignals, { equipmentId, version: saved.version, save: [signal], remove: [] })
  let child: ChildProcess | undefined
  try {
    await using _agent = await startAgent({ sn, secret })
    const info = () => platform(gatewayInfo, { id: gatewayId })
    await expect.poll(async () => (await info()).state, { timeout: 90_000 }).toBe('online')
    await platform(startSync, { id: gatewayId })
    await expect.poll(async () => (await info()).consistency).toBe('match')

    await page.goto(`/manage/eg/gateway?id=${gatewayId}`)
    const panel = page.getByRole('region', { name: 'Remote download' })
    await panel.getByRole('button', { name: 'Start remote download' }).click()
    await expect(panel.getByRole('status')).toContainText('Waiting for the program')
    const link = panel.getByRole('link', { name: 'gatehouse-tunnel.mjs' })
    const program = await request.get((await link.getAttribute('href')) ?? '')
    await writeFile(join(folder, 'gatehouse-tunnel.mjs'), await program.body())
    const [, file = '', ...told] = (await panel.locator('code').innerText()).split(' ')
    child = spawn(process.execPath, [file, ...told], { cwd: folder, env: { LANG: 'en_GB.UTF-8' } })
    const said = heard(child)
    await expect.poll(said).toContain(`is now 127.0.0.1:${plc.port}`)
    const port = Number(/: 127\.0\.0\.1:(\d+) is now/.exec(said())?.[1])
    await expect(panel.getByRole('status')).toContainText('Connected')

    expect(await pymodbusWrites(port, 1, 0, [411, 8])).toEqual([411, 8])
    expect(await mbpoll(port, ['-a', '1', '-t', '4', '-r', '0', '-c', '2', '127.0.0.1'])).toEqual(['411', '8'])
    expect(plc.writes).toEqual(['1 H 0 411,8'])
    await expect.poll(async () => (await info()).vpn).toBe(true)

    const ended = new Promise((resolve) => child!.once('exit', resolve))
    await panel.getByRole('button', { name: 'End', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'End this remote download?' })
    await question.getByRole('button', { name: 'End', exact: true }).click()
    expect(await ended).toBe(0)
    expect(said()).toContain('it was ended on the platform')
    await expect(panel.getByRole('button', { name: 'Start remote download' })).toBeVisible()
    await expect(panel).toContainText('Ended on the platform.')
    await expect.poll(async () => (await info()).vpn).toBe(false)
  } finally {
    child?.kill()
    await plc.kill()
    await rm(folder, { recursive: true, force: true })
  }
})
