// The order of names in lists.

const order = new Intl.Collator('zh-Hans-CN', { numeric: true, sensitivity: 'base' })

/** Compares names: Latin letters without regard to case, Chinese by pinyin, numbers by value, so that P-2 is before P-10. */
export const byName = (a: string, b: string): number => order.compare(a, b)
