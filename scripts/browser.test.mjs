import { expect, it, vi } from 'vitest'
import { findBrowser } from './browser.mjs'

/**
 * A machine where only the given programs run.
 * @param {string[]} programs
 * @param {Partial<import('./browser.mjs').Machine>} [more]
 */
function machine(programs, more = {}) {
  return {
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: false,
    hasApt: false,
    runs: (/** @type {string} */ path) => programs.includes(path),
    ownOfTestTool: async () => '/cache/chrome',
    download: vi.fn(),
    installPackage: vi.fn(),
    ...more,
  }
}

it('takes the browser that CHROMIUM names, and reports if that does not run', async () => {
  expect(await findBrowser(machine(['/opt/c', '/usr/bin/chromium'], { env: { CHROMIUM: '/opt/c' } }))).toBe('/opt/c')
  await expect(findBrowser(machine(['/usr/bin/chromium'], { env: { CHROMIUM: '/opt/c' } }))).rejects.toThrow(
    'CHROMIUM=/opt/c does not run',
  )
})

it("takes the system's before any download", async () => {
  const debian = machine(['/usr/bin/chromium', '/cache/chrome'])
  expect(await findBrowser(debian)).toBe('/usr/bin/chromium')
  expect(debian.download).not.toHaveBeenCalled()
  expect(await findBrowser(machine(['/usr/bin/google-chrome']))).toBe('/usr/bin/google-chrome')
})

it('takes the one without a window before one with', async () => {
  expect(await findBrowser(machine(['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']))).toBe(
    '/usr/bin/chromium-headless-shell',
  )
})

it("takes the test tool's own, and downloads it if necessary", async () => {
  expect(await findBrowser(machine(['/cache/chrome']))).toBe('/cache/chrome')
  /** @type {string[]} */
  const programs = []
  expect(await findBrowser(machine(programs, { download: () => void programs.push('/cache/chrome') }))).toBe(
    '/cache/chrome',
  )
})

it("as root takes Debian's package last", async () => {
  /** @type {string[]} */
  const programs = []
  const installPackage = () => void programs.push('/usr/bin/chromium')
  expect(await findBrowser(machine(programs, { isRoot: true, hasApt: true, installPackage }))).toBe('/usr/bin/chromium')
})

it('prints the command that installs one if none is found', async () => {
  const user = machine([], { hasApt: true })
  await expect(findBrowser(user)).rejects.toThrow('sudo apt-get install -y chromium')
  expect(user.installPackage).not.toHaveBeenCalled()
  await expect(findBrowser(machine([]))).rejects.toThrow('npx playwright install --with-deps chromium')
})
