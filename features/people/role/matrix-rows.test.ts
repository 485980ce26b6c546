import { expect, test } from 'vitest'
import { placedPermissions } from '../../frame/permissions.ts'
import { placesIn, sectionsOf } from './matrix-rows.ts'

const label = (word: string) => ({ en: word, 'zh-cn': word })
const page = async () => ({ default: () => null })
const navigation = {
  tree: [
    { label: label('Monitor'), entries: ['/monitor/eg/list', '/without/keys'] },
    { label: label('Empty'), entries: ['/nothing'] },
  ],
  pages: [
    { path: '/monitor/eg/list', may: 'monitor:view', page, menu: { icon: 'monitor', label: label('Devices') } },
    { path: '/manage/eg/group', may: 'equipment:view', page, title: label('Groups') },
  ] as const,
}

test('each permission appears once, in the row of its page; sections without permissions are left out', () => {
  const sections = sectionsOf(navigation, placedPermissions)
  expect(sections.map((section) => section.label?.en)).toEqual(['Monitor', undefined])
  expect(sections[0]?.rows.map((row) => row.label.en)).toEqual(['Devices'])
  expect(sections[0]?.rows[0]?.columns.view?.key).toBe('monitor:view')
  expect(sections[0]?.rows[0]?.functions.map(({ key }) => key)).toContain('signal:write')
  const groups = sections[1]?.rows.find((row) => row.page === '/manage/eg/group')
  expect(groups?.label.en).toBe('Groups')
  const placed = placesIn(sections.flatMap(({ rows }) => rows)).map(({ key }) => key)
  expect([...placed].sort()).toEqual(placedPermissions.map(({ key }) => key).sort())
})
