import { expect, test } from 'vitest';
import { uvEnvironment } from '../../scripts/lib/python-installer.mjs';

test('uv takes the index, the folder of wheels, the certificates and the proxy that pip is configured with', () => {
  const before = { cert: process.env.SSL_CERT_FILE, proxy: process.env.ALL_PROXY };
  delete process.env.SSL_CERT_FILE;
  delete process.env.ALL_PROXY;
  try {
    expect(
      uvEnvironment(
        "global.index-url='https://packages.example.org/simple'\n:env:.find-links='/wheels'\nglobal.timeout='60'\nglobal.cert='/ca.pem'\nglobal.proxy='http://proxy.example.org'\n",
      ),
    ).toEqual({
      UV_DEFAULT_INDEX: 'https://packages.example.org/simple',
      UV_FIND_LINKS: '/wheels',
      SSL_CERT_FILE: '/ca.pem',
      ALL_PROXY: 'http://proxy.example.org',
    });
    expect(uvEnvironment('')).toEqual({});
  } finally {
    if (before.cert !== undefined) process.env.SSL_CERT_FILE = before.cert;
    if (before.proxy !== undefined) process.env.ALL_PROXY = before.proxy;
  }
});
