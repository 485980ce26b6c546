import { expect, test } from 'vitest'
import routes from './routes.ts'

const shells = import.meta.glob<{ default: { userMenu?: readonly { to?: string }[] } }>('../../*/*/shell.tsx', {
  eager: true,
})

test('no menu leads to orders and invoices, whose pages exist', () => {
  const paths = routes.map(({ path }) => path)
  expect(paths).toEqual(['/account/order', '/account/invoice'])
  const linked = Object.values(shells).flatMap(({ default: { userMenu } }) => (userMenu ?? []).map(({ to }) => to))
  expect(linked.length).toBeGreaterThan(0)
  expect(linked.filter((to) => paths.includes(to ?? ''))).toEqual([])
})
