"""Kim kazanır? Üç yığın taş: son taşı alan kazanır."""


def kazanir(yiginlar):
    for i, n in enumerate(yiginlar):
        for al in range(1, n + 1):
            kalan = yiginlar[:i] + (n - al,) + yiginlar[i + 1:]
            if not kazanir(kalan):
                return True
    return False


print("birinci" if kazanir((1, 2, 2)) else "ikinci")
