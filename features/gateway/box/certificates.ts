// Reads certificates and keys in PEM or DER, recognised by content, and converts them to PEM for the gateway. Node
// only. [S5 Certificates]
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import type { Wrong } from './rules.ts'

const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
const wrong = (field: string, en: string, zh: string): Wrong => ({ field, en, zh })
const notCertificate = (field: string) =>
  wrong(field, 'no certificate (.pem or .der)', '不是有效的证书（.pem 或 .der）')

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
const isPem = (bytes: Buffer) => bytes.subarray(0, 4096).includes('-----BEGIN ')

/** Parses one certificate or a chain of them in PEM format. */
export function certificateOf(base64: string, field: string): { pem: string } | Wrong {
  const bytes = bytesOf(base64)
  if (bytes.length > limits.certificateBytes) return wrong(field, 'larger than 1 MB', '超过 1 MB')
  try {
    const blocks = isPem(bytes) ? [...(bytes.toString('latin1').match(pemBlock) ?? [])] : [bytes]
    const pem = blocks.map((block) => new X509Certificate(block).toString()).join('')
    if (pem === '') return notCertificate(field)
    return pem.length > limits.certificateLength ? wrong(field, 'too many certificates', '证书数量过多') : { pem }
  } catch {
    return notCertificate(field)
  }
}

/** A private key without a password, as PEM; if the certificate is known, the key must match it. */
export function keyOf(base64: string, certificate: string | undefined): { pem: string } | Wrong {
  const field = 'key'
  const bytes = bytesOf(base64)
  const key = bytes.length <= limits.certificateBytes ? parsedKey(bytes) : undefined
  if (!key) return wrong(field, 'no private key without a password (.pem or .der)', '不是无密码的私钥（.pem 或 .der）')
  if (certificate && !new X509Certificate(certificate).checkPrivateKey(key))
    return wrong(field, 'not the key of the certificate', '与证书不匹配')
  const pem = key.export({ format: 'pem', type: 'pkcs8' }).toString()
  return pem.length > limits.privateKeyLength ? wrong(field, 'too long', '过长') : { pem }
}

function parsedKey(bytes: Buffer) {
  const forms = isPem(bytes)
    ? [bytes.toString('latin1')]
    : (['pkcs8', 'pkcs1', 'sec1'] as const).map((type) => ({ key: bytes, format: 'der' as const, type }))
  for (const form of forms) {
    try {
      return createPrivateKey(form)
    } catch {
      // If this format cannot be parsed, the next one is tried.
    }
  }
  return undefined
}
