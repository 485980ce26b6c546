// Tests the migration that turned every existing page into its own version 1.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testkit/database.ts'
import { migrate } from './migrate.ts'

const all = fileURLToPath(new URL('./migrations', import.meta.url))

/** The migrations below a number, in a separate folder. */
async function migrationsBefore(number: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'))
  const earlier = (await readdir(all)).filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) < number)
  await Promise.all(earlier.map((file) => cp(join(all, file), join(folder, file))))
  return folder
}

test('existing pages become version 1; versions of devices are unchanged and get their device', async () => {
  const folder = await migrationsBefore(15)
  const database = await emptyDatabase()
  try {
    await migrate(database, undefined, folder)
    const { pool } = database
    await pool.query(`
      insert into organisation (name, created_at) values ('Works', 1);
      insert into account (org_id, loginname, password_hash, role_type, name, created_at)
        select id, 'li', '', 'enterprise', 'Li', 1 from organisation;
      insert into equipment (org_id, name, created_at, created_by)
        select org_id, device, 1, id from account cross join (values ('Pump'), ('Mixer')) as of(device);
      insert into page (org_id, equipment_id, title, content, updated_at)
        select org_id, id, 'Page of ' || name, jsonb_build_object('widgets', jsonb_build_array(name)), 7 from equipment;
      insert into config_version (org_id, object_type, object_id, version, hash, content, author, created_at)
        select org_id, 'equipment', id, 3, 'hash', '{"drivers":[]}', 'Li', 5 from equipment where name = 'Mixer';`)
    await migrate(database)
    const { rows } = await pool.query(`
      select object_type, version, hash, author, message, restored, v.content, v.created_at, e.name as device, title
      from config_version v join equipment e on e.id = v.equipment_id
      left join page p on object_type = 'page' and p.id = object_id order by object_type, device`)
    const page = { object_type: 'page', version: 1, hash: '', author: '', message: '', restored: null, created_at: 7 }
    expect(rows).toEqual([
      {
        ...{ object_type: 'equipment', version: 3, hash: 'hash', author: 'Li', message: '', restored: null },
        ...{ content: { drivers: [] }, created_at: 5, device: 'Mixer', title: null },
      },
      ...['Mixer', 'Pump'].map((device) => {
        const title = `Page of ${device}`
        return { ...page, device, title, content: { title, document: { widgets: [device] } } }
      }),
    ])
  } finally {
    await database.stop()
    await rm(folder, { recursive: true })
  }
})
