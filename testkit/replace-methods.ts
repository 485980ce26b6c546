// Replaces methods of a part of the platform for the time of a test.

/** Replaces methods of an object, also those of its class; the returned function restores the original ones. */
export function replaceMethods<T extends object>(target: T, methods: Partial<T>): () => void {
  const before = Object.keys(methods).map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const)
  Object.assign(target, methods)
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(target, name, descriptor)
      else Reflect.deleteProperty(target, name)
  }
}
