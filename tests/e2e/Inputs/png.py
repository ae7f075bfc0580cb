# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# png.py FILE WIDTH HEIGHT: fails unless the file is a sound PNG picture of this size.
import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, chunks = 8, {}
while at < len(data):
    size, name = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body)
    chunks[name] = body
    at += 12 + size
width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
assert (width, height) == (int(sys.argv[2]), int(sys.argv[3]))
assert len(zlib.decompress(chunks[b"IDAT"])) == (width + 1) * height
assert b"IEND" in chunks
