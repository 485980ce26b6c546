import { expect, test } from 'vitest'
import type { PageRoute } from '../../ui/routes.ts'
import { keyWithPage, keyWord } from './permission-words.ts'
import { placedPermissions } from './permissions.ts'

const files = import.meta.glob<{ default: readonly PageRoute[] }>('../*/*/routes.ts', { eager: true })
const routes = Object.values(files).flatMap((file) => file.default)

test('a key is named with its page, as in the navigation', () => {
  expect(keyWithPage('equipment:edit', 'en')).toBe('Device management: edit')
  expect(keyWithPage('equipment:edit', 'zh-cn')).toBe('设备管理：修改')
  for (const { key, page } of placedPermissions) {
    const route = routes.find(({ path }) => path === page)
    for (const language of ['en', 'zh-cn'] as const) {
      const name = (route?.menu?.label ?? route?.title)?.[language]
      const told = keyWithPage(key, language).toLowerCase()
      expect(told).toBe(`${name}${language === 'en' ? ': ' : '：'}${keyWord(key, language)}`.toLowerCase())
    }
  }
})
