// The demo's groups: one tree for the waterworks.
export const groupSeed = {
  top: { en: 'Waterworks', 'zh-cn': '自来水厂' },
  below: {
    intake: { en: 'Intake', 'zh-cn': '取水' },
    treatment: { en: 'Treatment', 'zh-cn': '净水' },
    distribution: { en: 'Distribution', 'zh-cn': '配水' },
  },
} as const
