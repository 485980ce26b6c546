// A server certificate that the user accepts by its fingerprint after the connection test has shown it. Pure.
/** The `accepts` of a driver whose parameter `serverFingerprint` holds the accepted certificate. */
export const acceptsCertificate = {
  code: 1744,
  detail: 'fingerprint',
  param: 'serverFingerprint',
  label: { en: 'Accept this certificate', 'zh-cn': '接受此证书' },
} as const
