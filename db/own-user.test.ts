import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { giveTo, NOBODY, OWN_USER, ownUser, type RunSystem } from './own-user.ts'

/** A machine with these users and this result of useradd. */
function machine(users: Map<string, number>, useradd: () => ReturnType<RunSystem>) {
  const asked: string[] = []
  const run: RunSystem = (command, args) => {
    if (command === 'useradd') {
      asked.push(args.join(' '))
      return useradd()
    }
    const uid = users.get(args[1]!)
    return uid === undefined ? { fault: `id: '${args[1]}': no such user` } : { text: String(uid) }
  }
  const said: string[] = []
  return { asked, said, user: () => ownUser((line) => said.push(line), run) }
}

test('the user is created once, without a home or a login', () => {
  const users = new Map<string, number>()
  const linux = machine(users, () => {
    users.set(OWN_USER, 990)
    return { text: '' }
  })
  expect([linux.user(), linux.user()]).toEqual([
    { uid: 990, gid: 990 },
    { uid: 990, gid: 990 },
  ])
  expect(linux.asked).toEqual([
    `--system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${OWN_USER}`,
  ])
  expect(linux.said).toEqual([])
})

test.each([
  ['there is no useradd', 'useradd: spawnSync useradd ENOENT'],
  ['the file system is read-only', 'useradd: cannot lock /etc/passwd; try again later.\nmore'],
])('where %s it is nobody, reported in one line', (_, fault) => {
  const bare = machine(new Map(), () => ({ fault }))
  expect(bare.user()).toEqual(NOBODY)
  expect(bare.said).toEqual([expect.stringContaining(fault.split('\n')[0]!)])
  expect(bare.said.join()).not.toContain('\n')
})

test('a user that another process created at the same time is used', () => {
  const users = new Map<string, number>()
  const busy = machine(users, () => {
    users.set(OWN_USER, 991)
    return { fault: 'useradd: cannot lock /etc/passwd; try again later.' }
  })
  expect([busy.user(), busy.said]).toEqual([{ uid: 991, gid: 991 }, []])
})

test('a user of that name that is root is never used', () => {
  const odd = machine(new Map([[OWN_USER, 0]]), () => ({ fault: 'useradd: it exists' }))
  expect(odd.user()).toEqual(NOBODY)
})

test('a folder is given to a user with its contents, without following links', () => {
  const parent = mkdtempSync(join(tmpdir(), 'gatehouse-give-'))
  try {
    mkdirSync(join(parent, 'data/base'), { recursive: true })
    writeFileSync(join(parent, 'data/base/1'), '')
    writeFileSync(join(parent, 'outside'), '')
    symlinkSync(join(parent, 'outside'), join(parent, 'data/link'))
    const given: string[] = []
    giveTo(join(parent, 'data'), { uid: 5, gid: 6 }, (path, uid, gid) => given.push(`${String(path)} ${uid}:${gid}`))
    expect(given).toEqual(['data', 'data/base', 'data/base/1'].map((path) => `${join(parent, path)} 5:6`))
  } finally {
    rmSync(parent, { recursive: true })
  }
})
