/** For tests of programs that use the library: a disk, stores and a clock in memory. */
export { memoryFiles, type MemoryContent } from './io/memory/memory-files.ts'
export { memoryPorts, type MemoryPorts } from './io/memory/memory-ports.ts'
