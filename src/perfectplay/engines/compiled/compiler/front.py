class Rules: pass
def compile_rules(game, layout, positions, numbers, *, tracked):
    from perfectplay.engines.compiled.compiler.tree import Code, Trap, PYTHON
    r = Rules(); r.code = Code([], [Trap(PYTHON)])
    class T: columns=[]; types=[]; memos=[]
    r.tables = T
    return r
